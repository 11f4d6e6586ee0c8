/** Where the web app would be. */
export const WEB_URL = 'http://localhost:3000'
