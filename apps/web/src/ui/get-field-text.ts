/** Returns the text of a form field; '' without the field. */
export function getFieldText(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}
