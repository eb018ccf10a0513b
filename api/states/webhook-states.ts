/** Maximum number of endpoints per customer. */
export const maxEndpoints = 5

/** State of a message: waiting for its next attempt, delivered, or failed for good. */
export const deliveryStates = ['waiting', 'sent', 'failed'] as const
/**
 * Why an attempt got no HTTP status. Host names that don't exist and those with a private IP address both give
 * `address`, so that nobody can probe for internal names.
 */
export const deliveryFailures = ['address', 'timeout', 'connection', 'certificate', 'internal'] as const
export type DeliveryFailure = (typeof deliveryFailures)[number]
/** Why an endpoint was disabled: it failed for too long, responded 410 Gone, or the customer's password was changed. */
export const offReasons = ['failing', 'gone', 'password'] as const
export type OffReason = (typeof offReasons)[number]
