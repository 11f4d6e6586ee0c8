import { readBackupSettings } from '../backups/backup-settings.ts'
import { runRestore } from '../backups/run-backup.ts'
import { command } from '../local/command.ts'

await command(() => runRestore(readBackupSettings('restore', process.argv.slice(2), process.env), (line) => console.log(line)))
