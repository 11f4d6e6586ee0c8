type LabelWithSubjectProps = { label: string; subject: string }

/** A label whose name for screen readers also says what it acts on, 'Copy: Title'. Browsers put a blank before a hidden element beside text. */
export const LabelWithSubject = ({ label, subject }: LabelWithSubjectProps) => (
  <>
    <span aria-hidden="true">{label}</span>
    <span className="sr-only">{`${label}: ${subject}`}</span>
  </>
)
