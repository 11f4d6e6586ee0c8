import { Button } from './button.tsx'
import { Check, X } from './icons.ts'

type YesOrNoProps = { yes: string; no: string; chosen: boolean | null; onChoose: (answer: boolean) => void }

/** Two buttons that answer a question, of which the chosen one is pressed. */
export const YesOrNo = ({ yes, no, chosen, onChoose }: YesOrNoProps) => (
  <div className="flex gap-2">
    {[true, false].map((answer) => (
      <Button
        key={String(answer)}
        variant={chosen === answer ? 'primary' : 'secondary'}
        size="sm"
        aria-pressed={chosen === answer}
        onClick={() => onChoose(answer)}
      >
        {answer ? <Check aria-hidden="true" /> : <X aria-hidden="true" />}
        {answer ? yes : no}
      </Button>
    ))}
  </div>
)
