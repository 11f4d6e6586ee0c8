import { screensAreAccessible } from './screens.ts'

screensAreAccessible('dark')
