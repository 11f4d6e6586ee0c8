const languages: Readonly<Record<string, string>> = {
  js: 'javascript',
  mjs: 'javascript',
  jsx: 'javascript',
  javascript: 'javascript',
  ts: 'typescript',
  tsx: 'typescript',
  typescript: 'typescript',
  sh: 'shell',
  shell: 'shell',
  bash: 'bash',
  json: 'json',
  html: 'html',
  css: 'css',
  sql: 'sql',
  yaml: 'yaml',
  yml: 'yaml',
  md: 'markdown',
  markdown: 'markdown',
  diff: 'diff',
  python: 'python',
  py: 'python',
}

/** Returns Notion's name for the language of a code block; unknown languages become plain text. */
export const codeLanguage = (info: string | undefined): string =>
  languages[(info ?? '').trim().split(/\s/)[0]?.toLowerCase() ?? ''] ?? 'plain text'
