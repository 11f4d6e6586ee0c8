const CODES =
  'AT AU BE BG BR CA CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IN IS IT JP LI LT LU LV MT MX NL NO NZ PL PT RO SE SG SI SK US ZA'.split(' ')

const names = new Intl.DisplayNames(['en'], { type: 'region' })

/** The countries of the form, sorted by name. */
export const COUNTRIES = CODES.map((code) => ({ code, name: names.of(code) ?? code })).toSorted((a, b) => a.name.localeCompare(b.name))
