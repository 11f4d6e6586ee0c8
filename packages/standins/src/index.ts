export { LOCAL_ANON_KEY, type StandinKeys } from './keys.ts'
export { NOTION_ROOT_PAGE_ID, NOTION_TOKEN } from './notion/notion-standin.ts'
export * from './postgres/index.ts'
export { type StandinOptions, type Standins, startStandins } from './start-standins.ts'
