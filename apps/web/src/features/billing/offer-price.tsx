import { type Currency, formatAmount, OFFERS, type OfferName } from '@academy/catalog'
import { cx } from '../../ui/class-names.ts'

/** The price of an offer with its old price struck through. */
export function OfferPrice({ offer: name, currency, className }: { offer: OfferName; currency: Currency; className?: string }) {
  const offer = OFFERS[name]
  const per = offer.kind === 'monthly' ? '/month' : ''
  return (
    <div className={cx('tabular-nums', className)}>
      <p className="font-display text-3xl font-bold tracking-tight">
        {formatAmount(offer.amounts[currency], currency)}
        {per && <span className="ml-0.5 text-lg font-semibold tracking-normal text-muted">{per}</span>}
      </p>
      <p className="text-sm text-muted">
        Old price{' '}
        <s>
          {formatAmount(offer.oldAmounts[currency], currency)}
          {per}
        </s>
      </p>
    </div>
  )
}
