type Contract = typeof import('@academy/contract').contract
type ForAdmin = { metadata: { auth: 'admin' } }
type EndpointsOf<Group, IsForAdmin> = {
  [Name in keyof Group as (Group[Name] extends ForAdmin ? true : false) extends IsForAdmin ? Name : never]: Group[Name]
}
type Routes<IsForAdmin> = { [Name in keyof Contract]: EndpointsOf<Contract[Name], IsForAdmin> }

declare module 'virtual:contract-routes' {
  /** The contract without its schemas and without the endpoints of the administrator: method and path of each (build/contract-routes.ts). */
  export const routes: Omit<Routes<false>, 'mentorship' | 'team'>
}

declare module 'virtual:admin-routes' {
  /** The endpoints that only the administrator may call. */
  export const routes: Routes<true>
}

declare module 'virtual:team-routes' {
  /** The endpoints of seats for a team. */
  export const routes: Pick<Routes<false>, 'team'>
}

declare module 'virtual:draw-routes' {
  /** The endpoints of the weekly draw. */
  export const routes: Pick<Contract, 'mentorship'>
}
