"""A rubric in the forms that other evaluation tools read, with what each form cannot carry."""
