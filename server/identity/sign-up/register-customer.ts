import type { CallRequest } from '../../platform/http/http.ts'
import { outcome } from '../../../api/sentences/outcomes.ts'
import type { InputOf } from '../../../api/call.ts'
import type { register } from '../../../api/calls/identity/identity.ts'
import { invariant, Refused } from '../../platform/http/refused.ts'
import type { IdentityContext, SignedInHere } from '../context.ts'
import { createCustomer, payPracticeGrant } from './create-customer.ts'
import {
  checkedCountry,
  checkedCurrency,
  checkedEmail,
  checkedName,
  checkedPhone,
  checkPassword,
  requireFields,
} from '../details/customer-details.ts'
import { recordAcceptance } from '../legal/accept-terms.ts'
import { networkOf } from '../../platform/http/network.ts'
import { recognisePerson } from '../same-person/recognise-person.ts'

/** Sign-up, step 3: checks the code, creates the customer, pays the practice grant and signs in, all or nothing. */
export async function registerCustomer(
  identity: IdentityContext,
  input: InputOf<typeof register>,
  { headers, ...visitor }: CallRequest<typeof register>,
): Promise<SignedInHere> {
  requireFields(
    input.email,
    input.name,
    input.pwd,
    input.cpwd,
    input.country,
    input.code,
    input.phone,
    input.cur,
    input.vcode,
  )
  const name = checkedName(input.name)
  const email = checkedEmail(input.email)
  checkPassword(input.pwd, input.cpwd, [identity.config.operator.siteName, email, name])
  const country = checkedCountry(input.country, input.code)
  const phone = checkedPhone(input.phone, country)
  const currency = checkedCurrency(input.cur)
  if (!input.adult) throw new Refused('not_adult')
  if (!input.accept) throw new Refused('terms_not_accepted')
  const addressHash = identity.personal.addressHash(email)
  const right = await identity.codes.check({
    purpose: 'register',
    addressHash,
    token: headers.code,
    vcode: input.vcode,
    network: networkOf(visitor.ip),
  })
  const passwordHash = await identity.hasher.hash(input.pwd)
  const opened = await identity.db.transaction().execute(async (tx) => {
    await identity.codes.use(tx, right)
    const customer = await createCustomer(identity, tx, {
      email,
      name,
      phone,
      country: country.code,
      currency,
      passwordHash,
      language: headers['accept-language'],
    })
    await recordAcceptance(identity, tx, customer)
    const secret = await identity.sessions.open(tx, customer, visitor, 'register')
    for (const listener of identity.registrationListeners) await listener(tx, customer.customerId, input.ref)
    const { grantDue } = await recognisePerson(identity, tx, customer, { email, name, phone }, { grants: true })
    if (grantDue) await payPracticeGrant(identity, tx, customer.customerId, currency)
    return { customer, secret, grantDue }
  })
  const secrete = opened.secret
  invariant(secrete, 'a customer created in this transaction still has the initial password')
  await identity.history.note(opened.customer, visitor, 'register', 'success')
  const { siteName } = identity.config.operator
  const welcome = opened.grantDue ? outcome('account_open', { siteName }) : outcome('account_open_empty', { siteName })
  return { ...welcome, secrete, device: identity.devices.issue(addressHash) }
}
