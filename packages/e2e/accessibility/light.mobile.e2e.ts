import { screensAreAccessible } from './screens.ts'

screensAreAccessible('light')
