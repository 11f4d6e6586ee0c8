// A first attempt at showing dates, from before the examples. Nothing on the page uses it.
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']

export function oldDate(day) {
  const date = new Date(day)
  return `${MONTHS[date.getMonth()]} ${date.getDate()}th`
}

export function weeksAgo(day, today) {
  return `${Math.round((Date.parse(today) - Date.parse(day)) / 604800000)} weeks ago`
}
