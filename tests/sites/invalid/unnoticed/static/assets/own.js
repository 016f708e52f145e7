// Beside the files of the interface.
