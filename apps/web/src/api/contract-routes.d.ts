declare module 'virtual:contract-routes' {
  /** Method and path of every endpoint, in the contract's own shape (build/contract-routes.ts). */
  export const routes: import('./contract-client.ts').RouteTable
}
