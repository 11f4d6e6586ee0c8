/** As many buyers an instance serves at the same time; each holds a connection while Stripe answers. */
export const CHECKOUTS_AT_A_TIME = 10
