type Times = { duration: number | null; read_minutes: number | null; build_minutes: number | null }

/** Returns the minutes that a tutorial takes: reading plus building, or else the length of its video; null if the author states none. */
export const studyMinutes = ({ duration, read_minutes, build_minutes }: Times): number | null =>
  read_minutes === null && build_minutes === null ? duration : (read_minutes ?? 0) + (build_minutes ?? 0)
