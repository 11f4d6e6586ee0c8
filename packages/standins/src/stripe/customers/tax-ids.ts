import type { StripeService } from '../context.ts'
import { emitEvent } from '../emit-event.ts'
import { makeId } from '../ids.ts'
import type { Stored } from '../kinds.ts'
import { insert } from '../store.ts'
import { invalid } from '../stripe-error.ts'

/** The tax id types of the checkout page, with the format of their values. */
export const TAX_ID_FORMATS = {
  eu_vat: /^[A-Z]{2}[0-9A-Z+*]{2,12}$/,
  gb_vat: /^(GB)?(\d{9}|\d{12}|(GD|HA)\d{3})$/,
  ch_vat: /^CHE-?\d{3}\.?\d{3}\.?\d{3} ?(MWST|TVA|IVA)?$/,
  no_vat: /^\d{9}MVA$/,
  us_ein: /^\d{2}-?\d{7}$/,
  au_abn: /^\d{11}$/,
  ca_bn: /^\d{9}$/,
} as const
export type TaxIdType = keyof typeof TAX_ID_FORMATS
export const TAX_ID_TYPES = Object.keys(TAX_ID_FORMATS) as TaxIdType[]

type TaxIdInput = { type: TaxIdType; value: string }

/** Stores a tax id of a customer. Throws if the value is malformed. */
export async function createTaxId(service: StripeService, customer: string, { type, value }: TaxIdInput): Promise<Stored<'tax_id'>> {
  if (!TAX_ID_FORMATS[type].test(value)) throw invalid(`Invalid value for ${type}.`, 'value', 'tax_id_invalid')
  const taxId: Stored<'tax_id'> = {
    id: makeId('tax_id'),
    object: 'tax_id',
    country: /^[A-Z]{2}/.exec(type === 'eu_vat' ? value : type.slice(0, 2).toUpperCase())?.[0] ?? null,
    created: service.now(),
    customer,
    customer_account: null,
    livemode: false,
    owner: { customer, customer_account: null, type: 'customer' },
    type,
    value,
    verification: { status: 'pending', verified_address: null, verified_name: null },
  }
  await insert(service, 'tax_id', taxId)
  await emitEvent(service, 'customer.tax_id.created', taxId)
  return taxId
}
