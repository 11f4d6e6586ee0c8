declare module 'virtual:contract-routes' {
  /** The contract without its schemas: method, path, statuses and metadata of each endpoint (build/contract-routes.ts). */
  export const routes: typeof import('@academy/contract').contract
}
