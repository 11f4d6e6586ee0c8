/** Returns HTML whose code no translator changes. Without quotes, because sanitized HTML may have `<code` inside of an attribute. */
export const keepCodeUntranslated = (html: string): string => html.replace(/<(?:code|pre)\b/g, '$& translate=no')
