declare module 'virtual:contract-routes' {
  /**
   * The contract, with everything that ts-rest's client reads of it while running: method, path, statuses and metadata. Its schemas are
   * there for the compiler only (build/contract-routes.ts).
   */
  export const routes: typeof import('@academy/contract').contract
}
