import { screensAreAccessible } from './screens.ts'

screensAreAccessible('desktop')
