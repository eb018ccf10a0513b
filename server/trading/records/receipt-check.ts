/** The result of one check. `open`: the check found no error, but the receipt doesn't contain enough data to decide. */
export type Check = { name: string; result: 'pass' | 'fail' | 'open'; detail: string }
