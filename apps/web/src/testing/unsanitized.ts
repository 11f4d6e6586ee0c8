/** Replaces DOMPurify, which does not work in happy-dom. Journeys test sanitizing in a real browser (packages/e2e/journeys/sanitizing.e2e.ts). */
// biome-ignore lint/style/noDefaultExport: the replaced library has a default export
export default () => ({ addHook: () => undefined, setConfig: () => undefined, sanitize: (html: string) => html })
