type Times = { duration: number | null; read_minutes: number | null; build_minutes: number | null }

/** Returns the minutes that a tutorial takes: to read and to build, or those of its video if its author states nothing else; null without any. */
export const studyMinutes = ({ duration, read_minutes, build_minutes }: Times): number | null =>
  read_minutes === null && build_minutes === null ? duration : (read_minutes ?? 0) + (build_minutes ?? 0)
