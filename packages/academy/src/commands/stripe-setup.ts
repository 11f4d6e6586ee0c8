import { operatorCommand } from '../local/command.ts'
import { runStripeSetup } from '../stripe-setup/run-stripe-setup.ts'
import { readSetupSettings } from '../stripe-setup/setup-settings.ts'

await operatorCommand(() => runStripeSetup(readSetupSettings(process.argv.slice(2), process.env), (line) => console.log(line)))
