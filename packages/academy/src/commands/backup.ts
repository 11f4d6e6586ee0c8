import { readBackupSettings } from '../backups/backup-settings.ts'
import { runBackup } from '../backups/run-backup.ts'
import { operatorCommand } from '../local/command.ts'

await operatorCommand(() => runBackup(readBackupSettings('backup', process.argv.slice(2), process.env), (line) => console.log(line)))
