// Compares printed texts without case and punctuation, because each program prints labels a little differently.

/** Letters and digits in lower case. `Employee’s` becomes `employees`. */
export const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
