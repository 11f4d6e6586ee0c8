import { screensAreAccessible } from './screens.ts'
import { statesAreAccessible } from './states.ts'

screensAreAccessible('mobile')
statesAreAccessible()
