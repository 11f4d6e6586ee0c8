import { tryImages } from '../images/try-images.ts'
import { command } from '../local/command.ts'

await command(() => tryImages((line) => console.log(`  … ${line}`)))
