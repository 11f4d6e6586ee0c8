declare module 'virtual:contract-routes' {
  /** The contract without its schemas: method and path of each endpoint, and who may call it (build/contract-routes.ts). */
  export const routes: typeof import('@academy/contract').contract
}
