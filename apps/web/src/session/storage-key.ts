/** Where the browser keeps the session between visits. */
export const SESSION_KEY = 'academy.auth'
