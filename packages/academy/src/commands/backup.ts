import { readBackupSettings } from '../backups/backup-settings.ts'
import { runBackup } from '../backups/run-backup.ts'
import { command } from '../local/command.ts'

await command(() => runBackup(readBackupSettings('backup', process.argv.slice(2), process.env), (line) => console.log(line)))
