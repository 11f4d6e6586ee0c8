/** Returns the tracks that show text on the video: Firefox would show chapters as well. */
export const captionTracks = ({ textTracks }: HTMLVideoElement): TextTrack[] =>
  [...textTracks].filter(({ kind }) => kind === 'captions' || kind === 'subtitles')
