import { testScreens } from './screens.ts'

testScreens('desktop')
