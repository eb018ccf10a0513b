/** Who wrote on the contact page, what, and the answer are erased so long after it was answered or closed. The privacy policy says it. */
export const messageKeptDays = 180
