export { LOCAL_ANON_KEY, type StandinKeys } from './keys.ts'
export * from './postgres/index.ts'
export { type StandinOptions, type Standins, startStandins } from './start-standins.ts'
