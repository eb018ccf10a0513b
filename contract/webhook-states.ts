/** How many endpoints a customer can have. */
export const endpointsAtMost = 5

/** What becomes of a message: it waits for its next attempt, was answered with success, or was given up. */
export const deliveryStates = ['waiting', 'sent', 'failed'] as const
/** Why an attempt got no HTTP status. A name that isn't found and one of a private network are both `address`, so that nobody can list inner names. */
export const deliveryFailures = ['address', 'timeout', 'connection', 'certificate', 'internal'] as const
export type DeliveryFailure = (typeof deliveryFailures)[number]
/** Why an endpoint was switched off: it failed for too long, answered 410 Gone, or the customer's password was changed. */
export const offReasons = ['failing', 'gone', 'password'] as const
export type OffReason = (typeof offReasons)[number]
