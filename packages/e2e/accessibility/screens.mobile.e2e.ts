import { testScreens } from './screens.ts'
import { testStates } from './states.ts'

testScreens({ ofPhones: true })
testStates()
