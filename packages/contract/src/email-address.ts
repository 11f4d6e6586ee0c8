// Not part of `text.ts`: sign-in uses it, and loads no zod.

/**
 * Matches addresses whose domain has a dot, of the characters that RFC 5322 allows without quotes, as browsers and Supabase Auth do. The last
 * part of the domain has letters only, or is Punycode.
 */
export const EMAIL_ADDRESS =
  /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([A-Za-z0-9][A-Za-z0-9-]*\.)+([A-Za-z]{2,}|[Xx][Nn]--[A-Za-z0-9-]+)$/

/**
 * Returns an address with its domain in Punycode, the only spelling of an internationalized domain that Supabase Auth accepts. Two spellings of
 * an address become the same. Other texts stay as they are.
 */
export function asciiEmail(email: string): string {
  const at = email.lastIndexOf('@') + 1
  const domain = email.slice(at)
  // The URL parser would read the others as the end of the domain, or remove them.
  if (at === 0 || !/\P{ASCII}/u.test(domain) || /[\s/?#:\\%]/.test(domain)) return email
  try {
    return email.slice(0, at) + new URL(`http://${domain}`).hostname
  } catch {
    return email
  }
}
