import { CertificateLink } from './certificate-link.tsx'

/** Stands below the last tutorial once all are done. */
export const CourseFinished = ({ courseId }: { courseId: string }) => (
  <div className="flex flex-wrap items-center gap-x-5 gap-y-3 border-t border-rule pt-4">
    <p role="status" className="relative flex-1 basis-52 font-display text-xl font-bold">
      <span className="celebration -mx-1 rounded-sm px-1">You finished the course!</span>
    </p>
    <CertificateLink courseId={courseId} />
  </div>
)
