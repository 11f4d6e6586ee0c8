declare module 'virtual:contract-routes' {
  /** The contract without its schemas: method and path of each endpoint, and who may call it (build/contract-routes.ts). */
  export const routes: Omit<typeof import('@academy/contract').contract, typeof import('./admin-groups.ts').ADMIN_GROUPS[number]>
}

declare module 'virtual:admin-routes' {
  /** The same of the groups that only the pages of the administrator call. */
  export const routes: Pick<typeof import('@academy/contract').contract, typeof import('./admin-groups.ts').ADMIN_GROUPS[number]>
}
