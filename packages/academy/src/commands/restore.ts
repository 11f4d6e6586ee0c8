import { readBackupSettings } from '../backups/backup-settings.ts'
import { runRestore } from '../backups/run-backup.ts'
import { operatorCommand } from '../local/command.ts'

await operatorCommand(() => runRestore(readBackupSettings('restore', process.argv.slice(2), process.env), (line) => console.log(line)))
