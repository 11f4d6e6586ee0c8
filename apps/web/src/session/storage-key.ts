/** localStorage key of the session. */
export const SESSION_KEY = 'academy.auth'
