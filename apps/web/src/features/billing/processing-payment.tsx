import { OFFERS } from '@academy/catalog'
import { Alert } from '../../ui/alert.tsx'
import { type Bought, isForOthers } from './checkout-return-urls.ts'

/** Explains a payment that takes days, such as a bank debit or a bank transfer. */
export const ProcessingPayment = ({ bought }: { bought: Bought }) => (
  <Alert title="Payment is processing">
    <p className="max-w-prose">
      {isForOthers(bought)
        ? `We asked your bank to pay for ${bought === 'gift' ? 'your gift. It is yours to give' : 'the seats of your team. You can invite members'}`
        : `Your bank was asked to pay for the ${OFFERS[bought].title}. It opens`}{' '}
      as soon as the money arrives, which can take several days. Until then you cannot buy anything else.
    </p>
  </Alert>
)
