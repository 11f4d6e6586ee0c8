/** The project's API key in every local academy: public by design, as any key that a browser sends. */
export const AMPLITUDE_KEY = '10ca10ca10ca10ca10ca10ca10ca10ca'
