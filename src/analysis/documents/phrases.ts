// Compares printed texts and ignores case and punctuation, because each program prints its labels in a slightly
// different way.

/** Keeps only letters and digits, in lower case. `Employee’s` becomes `employees`. */
export const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
