/** Formats the time of a video, such as '1:05', or '1:02:05' from an hour on. */
export function formatTime(seconds: number): string {
  const whole = Math.floor(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60), whole % 60]
  const padded = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${padded(minutes)}:${padded(rest)}` : `${minutes}:${padded(rest)}`
}
