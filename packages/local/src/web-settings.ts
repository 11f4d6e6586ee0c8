import { AMPLITUDE_KEY, LOCAL_ANON_KEY } from '@academy/standins'

/** The settings of the web app on this machine. The others have their defaults: paths on its own origin. */
export const webSettings = {
  VITE_AUTH_ANON_KEY: LOCAL_ANON_KEY,
  // The path of the stand-in's checkout, on any port.
  VITE_CHECKOUT_REFERRER: '/stripe/checkout/',
  VITE_AMPLITUDE_KEY: AMPLITUDE_KEY,
  // A path that the web server forwards, because ports vary.
  VITE_AMPLITUDE_URL: '/amplitude',
}
