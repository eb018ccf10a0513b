/**
 * Days after which the sender, message and reply of an answered or closed contact message are erased, as the privacy
 * policy promises.
 */
export const messageKeptDays = 180
