import { testScreens } from './screens.ts'
import { testStates } from './states.ts'

testScreens('mobile')
testStates()
